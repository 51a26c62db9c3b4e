"""The system calls that a student's code may make, by their numbers on each machine.

They are those that Python, numpy, IPython and matplotlib make, and programs that a cell may start:
found by running the answers of both problem sets, and what else a notebook does, under strace, and
filled up with their relatives (other calls for the same, which another kernel or C library takes).
What is not here is refused, whatever a newer kernel brings. Not here, although programs make them:
those that tell what others do (inotify), and those that make disks busy; for the latter, all that a
student writes to is memory.
"""

from __future__ import annotations

# name, number on x86_64 / on aarch64; "-" where a machine has none
_TABLE = """
# Files and folders
access 21/- chdir 80/49 chmod 90/- chown 92/- close 3/57 close_range 436/436 copy_file_range 326/285
creat 85/- dup 32/23 dup2 33/- dup3 292/24 faccessat 269/48 faccessat2 439/439 fadvise64 221/223
fallocate 285/47 fchdir 81/50 fchmod 91/52 fchmodat 268/53 fchmodat2 452/452 fchown 93/55
fchownat 260/54 fcntl 72/25 fgetxattr 193/10 flistxattr 196/13 flock 73/32 fremovexattr 199/16
fsetxattr 190/7 fstat 5/80 fstatfs 138/44 ftruncate 77/46 futimesat 261/- getcwd 79/17 getdents 78/-
getdents64 217/61 getxattr 191/8 ioctl 16/29 lchown 94/- lgetxattr 192/9 link 86/- linkat 265/37
listxattr 194/11 llistxattr 195/12 lremovexattr 198/15 lseek 8/62 lsetxattr 189/6 lstat 6/-
mkdir 83/- mkdirat 258/34 mknod 133/- mknodat 259/33 newfstatat 262/79 open 2/- openat 257/56
openat2 437/437 pread64 17/67 preadv 295/69 preadv2 327/286 pwrite64 18/68 pwritev 296/70
pwritev2 328/287 read 0/63 readahead 187/213 readlink 89/- readlinkat 267/78 readv 19/65
removexattr 197/14 rename 82/- renameat 264/38 renameat2 316/276 rmdir 84/- sendfile 40/71
setxattr 188/5 stat 4/- statfs 137/43 statx 332/291 symlink 88/- symlinkat 266/36 truncate 76/45
umask 95/166 unlink 87/- unlinkat 263/35 utime 132/- utimensat 280/88 utimes 235/- write 1/64
writev 20/66
# Memory
brk 12/214 madvise 28/233 membarrier 324/283 mincore 27/232 mlock 149/228 mlock2 325/284
mlockall 151/230 mmap 9/222 mprotect 10/226 mremap 25/216 mseal 462/462 munlock 150/229
munlockall 152/231 munmap 11/215 pkey_alloc 330/289 pkey_free 331/290 pkey_mprotect 329/288
# Waiting, pipes and sockets
accept 43/202 accept4 288/242 bind 49/200 connect 42/203 epoll_create 213/- epoll_create1 291/20
epoll_ctl 233/21 epoll_pwait 281/22 epoll_pwait2 441/441 epoll_wait 232/- eventfd 284/-
eventfd2 290/19 getpeername 52/205 getsockname 51/204 getsockopt 55/209 listen 50/201 pipe 22/-
pipe2 293/59 poll 7/- ppoll 271/73 pselect6 270/72 recvfrom 45/207 recvmmsg 299/243 recvmsg 47/212
select 23/- sendmmsg 307/269 sendmsg 46/211 sendto 44/206 setsockopt 54/208 shutdown 48/210
signalfd 282/- signalfd4 289/74 socket 41/198 socketpair 53/199 timerfd_create 283/85
timerfd_gettime 287/87 timerfd_settime 286/86
# Processes and threads
arch_prctl 158/- capget 125/90 capset 126/91 clone 56/220 execve 59/221 execveat 322/281 exit 60/93
exit_group 231/94 fork 57/- futex 202/98 futex_waitv 449/449 get_robust_list 274/100
get_thread_area 211/- getcpu 309/168 getegid 108/177 geteuid 107/175 getgid 104/176
getgroups 115/158 getitimer 36/102 getpgid 121/155 getpgrp 111/- getpid 39/172 getppid 110/173
getpriority 140/141 getrandom 318/278 getresgid 120/150 getresuid 118/148 getrlimit 97/163
getrusage 98/165 getsid 124/156 gettid 186/178 getuid 102/174 ioprio_get 252/31 kill 62/129
pause 34/- pidfd_open 434/434 pidfd_send_signal 424/424 prctl 157/167 prlimit64 302/261
restart_syscall 219/128 rseq 334/293 sched_get_priority_max 146/125 sched_get_priority_min 147/126
sched_getaffinity 204/123 sched_getattr 315/275 sched_getparam 143/121 sched_getscheduler 145/120
sched_rr_get_interval 148/127 sched_setaffinity 203/122 sched_setattr 314/274 sched_setparam 142/118
sched_setscheduler 144/119 sched_yield 24/124 set_robust_list 273/99 set_thread_area 205/-
set_tid_address 218/96 setfsgid 123/152 setfsuid 122/151 setgid 106/144 setgroups 116/159
setitimer 38/103 setpgid 109/154 setpriority 141/140 setregid 114/143 setresgid 119/149
setresuid 117/147 setreuid 113/145 setrlimit 160/164 setsid 112/157 setuid 105/146 sysinfo 99/179
tgkill 234/131 time 201/- times 100/153 tkill 200/130 uname 63/160 vfork 58/- wait4 61/260
waitid 247/95
# Signals, clocks and timers
alarm 37/- clock_getres 229/114 clock_gettime 228/113 clock_nanosleep 230/115 gettimeofday 96/169
nanosleep 35/101 rt_sigaction 13/134 rt_sigpending 127/136 rt_sigprocmask 14/135
rt_sigqueueinfo 129/138 rt_sigreturn 15/139 rt_sigsuspend 130/133 rt_sigtimedwait 128/137
rt_tgsigqueueinfo 297/240 sigaltstack 131/132 timer_create 222/107 timer_delete 226/111
timer_getoverrun 225/109 timer_gettime 224/108 timer_settime 223/110
"""

_TABLE_OF_NOTHING = """
fdatasync 75/83 fsync 74/82 msync 26/227 sync 162/81 sync_file_range 277/84 syncfs 306/267
"""


def _numbers(table: str, machine: int) -> dict[str, int]:
    lines = (line for line in table.splitlines() if not line.startswith("#"))
    words = " ".join(lines).split()
    each = (
        (name, pair.split("/")[machine]) for name, pair in zip(words[::2], words[1::2], strict=True)
    )
    return {name: int(number) for name, number in each if number != "-"}


X86_64, AARCH64 = _numbers(_TABLE, 0), _numbers(_TABLE, 1)
NOTHING_X86_64, NOTHING_AARCH64 = (_numbers(_TABLE_OF_NOTHING, machine) for machine in (0, 1))
