// The page of `examiner mark`: lines add up, keys work, marks are saved. It makes elements and text,
// never HTML.
"use strict";

const page = document.body;
const find = (id) => document.getElementById(id);
const form = find("mark");

// The path by the address that is served now. While nothing is served, another program may listen
// where it was: it is sent nothing that it can use before it has shown that it knows the key.
async function reach(path) {
  const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (text) => new TextEncoder().encode(text);
  const asked = hex(crypto.getRandomValues(new Uint8Array(16)));
  const { start, sign } = await (await fetch(`/again?asked=${asked}`)).json();
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(page.dataset.key), how, false, ["sign"]);
  const signed = async (...words) =>
    hex(await crypto.subtle.sign("HMAC", key, bytes([location.port, start, ...words].join(" "))));
  if (sign !== await signed("again", asked)) throw new Error("not our server");
  return path.replace(/^\/[^/]+/, `/${await signed("token")}`);
}

const ANY = "any";  // version of an answer, for which something that was written is kept
let leaving = false;  // by a link or a key of ours, which keeps what is not saved

async function go(path) {
  try {
    const address = await reach(path);
    leaving = true;
    location.assign(address);
  } catch {
    tell(element("p", {}, "`examiner mark` doesn't answer: start it again, then go on here."));
  }
}

async function ask(what, about) {
  const sent = { ...about, names: "names" in page.dataset };
  const options = { method: "POST", body: JSON.stringify(sent), headers: { "Content-Type": "application/json" } };
  try {
    return await (await fetch(await reach(`${page.dataset.home}${what}`), options)).json();
  } catch {
    return { error: "Nothing was saved: `examiner mark` doesn't answer. Start it again, then go on here." };
  }
}

function tell(...parts) {
  const trouble = find("trouble");
  trouble.replaceChildren(...parts);
  trouble.hidden = !parts.length;
  if (parts.length) trouble.scrollIntoView({ block: "nearest" });
}

function element(name, about, text = "") {
  const made = Object.assign(document.createElement(name), about);
  made.textContent = text;
  return made;
}

const pointed = (points) => `${points} point${points === 1 ? "" : "s"}`;
const round = (number) => Math.round(100 * number) / 100;

// --- undo ------------------------------------------------------------------------------------------

async function undo() {
  const button = find("undo");
  if (!button) return tell(element("p", {}, "There is nothing more to undo here."));
  if (button.disabled) return;
  button.disabled = true;
  const { saved } = button.dataset;
  const reply = await ask("undo", { saved });
  if (reply.next) {
    const [draft, state] = JSON.parse(sessionStorage.getItem(`saved/${saved}`) || "[]");
    if (draft) sessionStorage.setItem(draft, state);  // what was written, and of whom
    return go(reply.next);
  }
  tell(element("p", {}, reply.error || "It was marked again meanwhile, so it can't be undone."));
}

find("undo")?.addEventListener("click", undo);
if (find("status").textContent.trim()) {  // an address that is opened again says nothing of it
  const address = new URL(location);
  for (const said of ["saved", "undone"]) address.searchParams.delete(said);
  history.replaceState(null, "", address);
}

// --- the mark --------------------------------------------------------------------------------------

function mark() {
  const [points, comment, everybody] = ["points", "comment", "everybody"].map(find);
  const act = form.dataset.act ?? "save";
  const pageOf = (id) => `${page.dataset.home}${draftOf(id)}/${form.dataset.page ?? ""}${location.search}`;
  const whose = [...document.getElementsByName("whose")];
  const lines = [...form.querySelectorAll("[data-line]")];
  const box = (line) => line.querySelector("input");
  const answer = page.dataset.answer;
  const draftOf = (id) => `${page.dataset.assignment}/${page.dataset.question}/${id}`;
  const draft = draftOf(answer);
  const versions = JSON.parse(form.dataset.versions);

  const ticked = () => lines.filter((line) => box(line).checked);
  const total = () => round(ticked().reduce((sum, line) => sum + Number(line.dataset.points), 0));
  const given = () => Number(points.value.replace(",", "."));
  const filled = () => [points?.value ?? "", comment?.value ?? "", lines.map((line) => box(line).checked)];
  const saved = JSON.stringify(filled());
  const unsaved = () => (JSON.stringify(filled()) === saved ? "" : "not saved");
  const named = () => whose.find((each) => each.checked).parentElement.textContent.trim();
  const chosen = () => (everybody ? whose.filter((each) => each.checked).map((each) => each.value) : Object.keys(versions));

  function show() {
    const sum = ticked().length && given() !== total() ? `The ticked lines come to ${total()}.` : "";
    if (find("sum") && find("sum").textContent !== sum) find("sum").textContent = sum;
    for (const line of lines) line.classList.toggle("ticked", box(line).checked);
    const all = Object.keys(versions).length;
    const left = chosen().length;
    if (find("how-many")) find("how-many").textContent = left < all ? `for ${left === 1 ? named() : `${left} of ${all}`}` : `for ${all}`;
    if (everybody) [everybody.checked, everybody.indeterminate] = [left === all, left > 0 && left < all];
    if (find("unsaved") && find("unsaved").textContent !== unsaved()) find("unsaved").textContent = unsaved();
    sessionStorage.setItem(draft, JSON.stringify([...filled(), form.dataset.versions, chosen()]));
  }

  function fill([itsPoints, itsComment, ticks, , whom]) {
    if (points) [points.value, comment.value] = [itsPoints, itsComment];
    lines.forEach((line, place) => { box(line).checked = ticks[place]; });
    if (whom) for (const each of whose) each.checked = whom.includes(each.value);
  }

  // A ticked line's words are a line of the comment; what else was written there stays.
  function toggle(line) {
    const words = line.dataset.words;
    const kept = (comment.value ? comment.value.split("\n") : []).filter((each) => each !== words);
    if (box(line).checked) {
      const order = lines.map((each) => each.dataset.words);
      const place = order.indexOf(words);
      let at = kept.findIndex((each) => order.indexOf(each) > place);
      if (at < 0) at = kept.findLastIndex((each) => order.includes(each)) + 1;
      kept.splice(at, 0, words);
    }
    comment.value = kept.join("\n");
    const more = Number(line.dataset.points) * (box(line).checked ? 1 : -1);
    const own = points.value && given() !== round(total() - more);  // points that no ticks come to
    const sum = own ? round(given() + more) : total();
    points.value = own || ticked().length ? String(Math.min(Math.max(sum, 0), Number(form.dataset.max))) : "";
    show();
  }

  function tick(line, on) {
    if (box(line).checked === on) return;
    box(line).checked = on;
    line.scrollIntoView({ block: "nearest" });
    toggle(line);
  }

  const restore = JSON.parse(sessionStorage.getItem(draft) || "null");
  if ([form.dataset.versions, ANY].includes(restore?.[3])) fill(restore);
  show();
  for (const button of document.querySelectorAll(".fill-in")) {
    button.addEventListener("click", () => {
      const mark = JSON.parse(button.dataset.mark);
      fill([mark.points, mark.comment, lines.map((line, place) => mark.met.includes(place))]);
      show();
    });
  }
  window.addEventListener("beforeunload", (event) => {
    if (unsaved() && !leaving) event.preventDefault();
  });

  for (const line of lines) box(line).addEventListener("change", () => toggle(line));
  everybody?.addEventListener("input", () => whose.forEach((each) => { each.checked = everybody.checked; }));
  for (const field of [points, comment, everybody, ...whose]) field?.addEventListener("input", show);

  async function save(looked_at, does = "give") {
    const value = points?.value.trim() ?? "";
    const most = Number(form.dataset.max);
    if (does === "give" && (!value || !(given() >= 0 && given() <= most))) {
      const none = lines.length ? "Tick a line, or give points: 0 for none." : "Give points: 0 for none.";
      tell(element("p", {}, value ? `Give 0 to ${most} points.` : none));
      points.setAttribute("aria-invalid", "true");
      return value ? points.focus() : form.focus();  // within the field, keys would be its digits
    }
    points?.removeAttribute("aria-invalid");
    const buttons = form.querySelectorAll("button");
    for (const button of buttons) button.disabled = true;
    const sent = {
      assignment: page.dataset.assignment,
      question: page.dataset.question,
      versions: looked_at,
      points: value,
      comment: comment?.value.trim() ?? "",
      does,
      named: Boolean(everybody),
      ticked: lines.flatMap((line, place) => (box(line).checked ? [place] : [])),
    };
    const reply = await ask(act, sent);
    for (const button of buttons) button.disabled = false;
    if (reply.next) {
      sessionStorage.setItem(`saved/${reply.saved}`, JSON.stringify([draft, sessionStorage.getItem(draft)]));
      sessionStorage.removeItem(draft);
      go(reply.next);
    } else if (reply.meanwhile) {
      meanwhile(reply, looked_at, does);
    } else {
      tell(element("p", {}, reply.error));
    }
  }

  // Somebody else was quicker: say what they gave, and let the person decide.
  function meanwhile(reply, looked_at, does) {
    const now = reply.meanwhile;
    const parts = [];
    const marked = now.filter((each) => !each.open);
    const marks = new Set(marked.map((each) => {
      const said = each.comment.split("\n").map((line) => line.replace(/^\s*[-*] /, "").trim());
      const comment = each.comment ? `, with the comment “${said.filter(Boolean).join("; ")}”` : "";
      return `${pointed(each.points)}${comment}`;
    }));
    for (const mark of [...marks].slice(0, 3)) {
      parts.push(element("p", {}, `Marked meanwhile: ${mark}.`));
    }
    if (marks.size > 3) parts.push(element("p", {}, `And ${marks.size - 3} other marks.`));
    const again = reply.gone || marked.length < now.length;
    if (again) {
      const all = Object.keys(looked_at).length;
      const which = all > 1 ? `${now.length - marked.length + reply.gone} of ${all} were` : "It was";
      parts.push(element("p", {}, `${which} handed in or graded again meanwhile.`));
    }
    const leave = element("button", { type: "button", id: "leave" }, "Leave it as it is");
    leave.addEventListener("click", () => {
      sessionStorage.removeItem(draft);
      go(find("next").getAttribute("href"));
    });
    const buttons = element("p", { className: "buttons" });
    buttons.append(leave);
    if (again) {
      // Of a text that nobody has read no line is ticked: only the comment goes on to that.
      const changed = now.map((each) => each.answer);
      const [first] = Object.keys(versions).filter((id) => !changed.includes(id));
      const said = lines.map((line) => line.dataset.words);
      const own = comment.value.split("\n").filter((each) => !said.includes(each)).join("\n");
      const kept = first ? filled() : ["", own.trim(), lines.map(() => false)];
      const what = first ? "Mark the others, with what I wrote" : "Look at it now, and keep the comment";
      const look = element("button", { type: "button", id: "look" }, what);
      look.addEventListener("click", () => {
        sessionStorage.removeItem(draft);
        sessionStorage.setItem(draftOf(first ?? answer), JSON.stringify([...kept, ANY, chosen()]));
        go(pageOf(first ?? answer));
      });
      buttons.append(look);
    } else {
      const mine = element("button", { type: "button", id: "save-mine" }, does === "give" ? `Save mine instead: ${pointed(given())}` : "Decide all the same");
      const versions = Object.fromEntries(now.map((each) => [each.answer, each.version]));
      mine.addEventListener("click", () => save({ ...looked_at, ...versions }, does));
      buttons.append(mine);
    }
    tell(element("p", {}, "Nothing was saved."), ...parts, buttons);
    leave.focus();
  }

  function submit(does = "give") {
    if (form.querySelector("button").disabled) return;
    tell();
    if (!chosen().length) return tell(element("p", {}, "Choose whose answers are marked."));
    save(Object.fromEntries(chosen().map((id) => [id, versions[id]])), does);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (points) submit();
  });
  for (const button of form.querySelectorAll(".act")) {
    button.addEventListener("click", () => submit(button.dataset.does));
  }
  return {
    save: () => points && submit(),
    leave: () => find("leave-points") && submit("leave"),
    toggle: (number) => lines[number - 1] && tick(lines[number - 1], !box(lines[number - 1]).checked),
    all: () => lines.forEach((line) => tick(line, true)),
    none: () => {
      if (!points) return;
      lines.forEach((line) => tick(line, false));
      points.value = "0";
      show();
    },
    comment: () => {
      if (!comment) return;
      const last = comment.value.split("\n").at(-1);
      if (lines.some((line) => line.dataset.words === last)) comment.value += "\n";
      comment.focus();
      comment.setSelectionRange(comment.value.length, comment.value.length);
    },
  };
}

const marking = form ? mark() : null;

// --- keys ------------------------------------------------------------------------------------------

const keys = find("keys");
if (keys) {
  keys.checked = localStorage.getItem("keys") !== "off";
  keys.addEventListener("change", () => localStorage.setItem("keys", keys.checked ? "on" : "off"));
}

const follow = (id) => find(id) && go(find(id).getAttribute("href"));
const ACTS = {
  n: () => follow("next"),
  p: () => follow("previous"),
  u: undo,
  s: () => marking?.save(),
  l: () => marking?.leave(),
  a: () => marking?.all(),
  z: () => marking?.none(),
  c: () => marking?.comment(),
  "?": () => find("help")?.showModal(),
};
find("show-keys")?.addEventListener("click", ACTS["?"]);

document.addEventListener("keydown", (event) => {
  if (find("help")?.open) return event.key === "?" && find("help").close();
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    return marking?.save();
  }
  const writing = event.target.matches("textarea, input:not([type=checkbox])");
  if (event.key === "Escape" && writing) return event.target.blur();
  if (writing || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (keys && !keys.checked) return;
  const shifted = event.shiftKey && event.code.match(/^Digit([0-9])$/);  // its letter is the layout's
  if (/^[0-9]$/.test(event.key)) marking?.toggle(Number(event.key) || 10);
  else if (shifted) marking?.toggle(10 + (Number(shifted[1]) || 10));
  else if (event.key in ACTS) ACTS[event.key]();
  else return;
  event.preventDefault();
});

// Our own links lead on after a restart, too.
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="/"], a[href^="?"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.pathname + link.search);
});

for (const button of document.querySelectorAll(".copy")) {
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "Copied";
  });
}

// --- all answers -----------------------------------------------------------------------------------

const search = find("search");
if (search) {
  const rows = [...document.querySelectorAll("#answers tbody tr")];
  // Who is called so goes before those who only write so; Enter opens the first.
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/);
    const says = (part) => words.every((word) => part.textContent.toLowerCase().includes(word));
    const found = rows.filter(says);
    const called = found.filter((row) => says(row.cells[0]));
    for (const row of rows) row.hidden = !found.includes(row);
    rows[0].parentElement.append(...called, ...rows.filter((row) => !called.includes(row)));
    find("found").textContent = search.value ? `${found.length} of ${rows.length}; Enter opens the first` : "";
  });
  search.addEventListener("keydown", (event) => {
    const first = document.querySelector("#answers tbody tr:not([hidden]) a");
    if (event.key === "Enter" && search.value && first) first.click();
  });
}

// A link that a student wrote doesn't lead away from the page, nor hand it to anybody.
for (const link of document.querySelectorAll(".student a[href^=http], .ours a[href^=http]")) {
  link.target = "_blank";
  link.rel = "noopener noreferrer";
}
