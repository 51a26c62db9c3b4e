"""Shows pictures, fonts and style sheets from elsewhere: whoever looks at the page is noticed.

Must happen: the page asks for nothing.
"""

HTML = '''
<img src="https://example.org/1.png"><img src="//example.org/2.png"><img src="picture.png">
<img srcset="https://example.org/3.png 2x"><picture><source srcset="https://example.org/4.png"></picture>
<link rel="stylesheet" href="https://example.org/5.css"><style>@import "https://example.org/6.css";</style>
<p style="background: url(https://example.org/7.png)">x</p><table background="https://example.org/8.png"></table>
<video src="https://example.org/9.mp4" poster="https://example.org/10.png"></video>
<audio src="https://example.org/11.mp3"></audio><input type=image src="https://example.org/12.png">
'''
MARKDOWN = HTML + "\n![](https://example.org/13.png)\n\n![x][y]\n\n[y]: https://example.org/14.png\n"
CELLS = [
    f"from IPython.display import HTML, Image, display\ndisplay(HTML({HTML!r}), Image(url='https://example.org/15.png'))"
]
