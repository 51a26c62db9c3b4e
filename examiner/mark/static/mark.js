// The script of `examiner mark`: it adds up rubric lines, handles keys, and saves marks. It creates
// elements and text, never HTML.
"use strict";

const page = document.body;
const find = (id) => document.getElementById(id);
const form = find("mark");

// Replace the token in a path by the token of the server that runs now (see server.py). Another
// program may listen at the port, so the server must first prove that it knows the key.
async function currentPath(path) {
  const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (text) => new TextEncoder().encode(text);
  const challenge = hex(crypto.getRandomValues(new Uint8Array(16)));
  const { start, sign } = await (await fetch(`/again?asked=${challenge}`)).json();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(page.dataset.key), algorithm, false, ["sign"]);
  const signed = async (...words) =>
    hex(await crypto.subtle.sign("HMAC", key, bytes([location.port, start, ...words].join(" "))));
  if (sign !== await signed("again", challenge)) throw new Error("not our server");
  return path.replace(/^\/[^/]+/, `/${await signed("token")}`);
}

const ANY = "any";  // stands for the versions in a draft that fits any version of an answer
let leaving = false;  // true if a link or key of this page leads away: the draft is kept then

async function go(path) {
  try {
    const address = await currentPath(path);
    leaving = true;
    location.assign(address);
  } catch {
    showTrouble(element("p", {}, "`examiner mark` doesn't answer: start it again, then go on here."));
  }
}

async function post(action, data) {
  const sent = { ...data, names: "names" in page.dataset };
  const options = { method: "POST", body: JSON.stringify(sent), headers: { "Content-Type": "application/json" } };
  try {
    return await (await fetch(await currentPath(`${page.dataset.home}${action}`), options)).json();
  } catch {
    return { error: "Nothing was saved: `examiner mark` doesn't answer. Start it again, then go on here." };
  }
}

function showTrouble(...parts) {
  const trouble = find("trouble");
  trouble.replaceChildren(...parts);
  trouble.hidden = !parts.length;
  if (parts.length) trouble.scrollIntoView({ block: "nearest" });
}

function element(name, properties, text = "") {
  const created = Object.assign(document.createElement(name), properties);
  created.textContent = text;
  return created;
}

const pointsText = (points) => `${points} point${points === 1 ? "" : "s"}`;
const round = (number) => Math.round(100 * number) / 100;

// --- undo ------------------------------------------------------------------------------------------

async function undo() {
  const button = find("undo");
  if (!button) return showTrouble(element("p", {}, "There is nothing more to undo here."));
  if (button.disabled) return;
  button.disabled = true;
  const { saved } = button.dataset;
  const reply = await post("undo", { saved });
  if (reply.next) {
    const [draft, state] = JSON.parse(sessionStorage.getItem(`saved/${saved}`) || "[]");
    if (draft) sessionStorage.setItem(draft, state);  // restore the text and the chosen students
    return go(reply.next);
  }
  showTrouble(element("p", {}, reply.error || "This can't be undone: the answer has another mark by now."));
}

find("undo")?.addEventListener("click", undo);
if (find("status").textContent.trim()) {  // a reload must not show the confirmation again
  const address = new URL(location);
  for (const option of ["saved", "undone"]) address.searchParams.delete(option);
  history.replaceState(null, "", address);
}

// --- the mark --------------------------------------------------------------------------------------

function markForm() {
  const [points, comment, everybody] = ["points", "comment", "everybody"].map(find);
  const action = form.dataset.act ?? "save";
  const pageOf = (id) => `${page.dataset.home}${draftOf(id)}/${form.dataset.page ?? ""}${location.search}`;
  const students = [...document.getElementsByName("whose")];
  const lines = [...form.querySelectorAll("[data-line]")];
  const box = (line) => line.querySelector("input");
  const answer = page.dataset.answer;
  const draftOf = (id) => `${page.dataset.assignment}/${page.dataset.question}/${id}`;
  const draft = draftOf(answer);
  const versions = JSON.parse(form.dataset.versions);

  const ticked = () => lines.filter((line) => box(line).checked);
  const total = () => round(ticked().reduce((sum, line) => sum + Number(line.dataset.points), 0));
  const given = () => Number(points.value.replace(",", "."));
  const state = () => [points?.value ?? "", comment?.value ?? "", lines.map((line) => box(line).checked)];
  const saved = JSON.stringify(state());
  const unsaved = () => (JSON.stringify(state()) === saved ? "" : "not saved");
  const firstName = () => students.find((each) => each.checked).parentElement.textContent.trim();
  const chosen = () => (everybody ? students.filter((each) => each.checked).map((each) => each.value) : Object.keys(versions));

  function show() {
    const sum = ticked().length && given() !== total() ? `The ticked lines add up to ${total()}.` : "";
    if (find("sum") && find("sum").textContent !== sum) find("sum").textContent = sum;
    for (const line of lines) line.classList.toggle("ticked", box(line).checked);
    const all = Object.keys(versions).length;
    const left = chosen().length;
    if (find("how-many")) find("how-many").textContent = left < all ? `for ${left === 1 ? firstName() : `${left} of ${all}`}` : `for ${all}`;
    if (everybody) [everybody.checked, everybody.indeterminate] = [left === all, left > 0 && left < all];
    if (find("unsaved") && find("unsaved").textContent !== unsaved()) find("unsaved").textContent = unsaved();
    sessionStorage.setItem(draft, JSON.stringify([...state(), form.dataset.versions, chosen()]));
  }

  function fill([newPoints, newComment, ticks, , newStudents]) {
    if (points) [points.value, comment.value] = [newPoints, newComment];
    lines.forEach((line, place) => { box(line).checked = ticks[place]; });
    if (newStudents) for (const each of students) each.checked = newStudents.includes(each.value);
  }

  // Add the words of a ticked line to the comment, or remove them; keep the rest of the comment.
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
    const own = points.value && given() !== round(total() - more);  // the grader overwrote the sum
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

  const stored = JSON.parse(sessionStorage.getItem(draft) || "null");
  if ([form.dataset.versions, ANY].includes(stored?.[3])) fill(stored);
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
  everybody?.addEventListener("input", () => students.forEach((each) => { each.checked = everybody.checked; }));
  for (const field of [points, comment, everybody, ...students]) field?.addEventListener("input", show);

  // Save the mark for answers in the versions that the grader saw.
  async function save(seen, does = "give") {
    const value = points?.value.trim() ?? "";
    const most = Number(form.dataset.max);
    if (does === "give" && (!value || !(given() >= 0 && given() <= most))) {
      const none = lines.length ? "Tick a line, or give points: 0 for none." : "Give points: 0 for none.";
      showTrouble(element("p", {}, value ? `Give 0 to ${most} points.` : none));
      points.setAttribute("aria-invalid", "true");
      return value ? points.focus() : form.focus();  // in the field, keys would enter digits
    }
    points?.removeAttribute("aria-invalid");
    const buttons = form.querySelectorAll("button");
    for (const button of buttons) button.disabled = true;
    const sent = {
      assignment: page.dataset.assignment,
      question: page.dataset.question,
      versions: seen,
      points: value,
      comment: comment?.value.trim() ?? "",
      does,
      named: Boolean(everybody),
      lines: lines.map((line) => line.dataset.words),
      ticked: lines.flatMap((line, place) => (box(line).checked ? [place] : [])),
    };
    const reply = await post(action, sent);
    for (const button of buttons) button.disabled = false;
    if (reply.next) {
      sessionStorage.setItem(`saved/${reply.saved}`, JSON.stringify([draft, sessionStorage.getItem(draft)]));
      sessionStorage.removeItem(draft);
      go(reply.next);
    } else if (reply.meanwhile) {
      showConflict(reply, seen, does);
    } else {
      showTrouble(element("p", {}, reply.error));
    }
  }

  // Somebody else has marked an answer, or it has changed: show this, and let the grader choose.
  function showConflict(reply, seen, does) {
    const now = reply.meanwhile;
    const parts = [];
    const marked = now.filter((each) => !each.open);
    const marks = new Set(marked.map((each) => {
      const sentences = each.comment.split("\n").map((line) => line.replace(/^\s*[-*] /, "").trim());
      const comment = each.comment ? `, with the comment “${sentences.filter(Boolean).join("; ")}”` : "";
      return `${pointsText(each.points)}${comment}`;
    }));
    for (const mark of [...marks].slice(0, 3)) {
      parts.push(element("p", {}, `Somebody else gave: ${mark}.`));
    }
    if (marks.size > 3) parts.push(element("p", {}, `And ${marks.size - 3} other marks.`));
    const hasChanged = reply.gone || marked.length < now.length;
    if (hasChanged) {
      const all = Object.keys(seen).length;
      const which = all > 1 ? `${now.length - marked.length + reply.gone} of ${all} answers were` : "The answer was";
      parts.push(element("p", {}, `${which} submitted or graded again since you opened this page.`));
    }
    const leave = element("button", { type: "button", id: "leave" }, "Leave the mark as it is");
    leave.addEventListener("click", () => {
      sessionStorage.removeItem(draft);
      go(find("next").getAttribute("href"));
    });
    const buttons = element("p", { className: "buttons" });
    buttons.append(leave);
    if (hasChanged) {
      // The grader hasn't read the new text: keep the comment for it, but no ticked lines.
      const changed = now.map((each) => each.answer);
      const [first] = Object.keys(versions).filter((id) => !changed.includes(id));
      const rubric = lines.map((line) => line.dataset.words);
      const own = comment.value.split("\n").filter((each) => !rubric.includes(each)).join("\n");
      const kept = first ? state() : ["", own.trim(), lines.map(() => false)];
      const label = first ? "Mark the others, and keep my mark" : "Look at the new answer, and keep my comment";
      const look = element("button", { type: "button", id: "look" }, label);
      look.addEventListener("click", () => {
        sessionStorage.removeItem(draft);
        sessionStorage.setItem(draftOf(first ?? answer), JSON.stringify([...kept, ANY, chosen()]));
        go(pageOf(first ?? answer));
      });
      buttons.append(look);
    } else {
      const mine = element("button", { type: "button", id: "save-mine" }, does === "give" ? `Save my mark instead: ${pointsText(given())}` : "Save my decision instead");
      const versions = Object.fromEntries(now.map((each) => [each.answer, each.version]));
      mine.addEventListener("click", () => save({ ...seen, ...versions }, does));
      buttons.append(mine);
    }
    showTrouble(element("p", {}, "Nothing was saved."), ...parts, buttons);
    leave.focus();
  }

  function submit(does = "give") {
    if (form.querySelector("button").disabled) return;
    showTrouble();
    if (!chosen().length) return showTrouble(element("p", {}, "Choose the students that you mark."));
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

const marking = form ? markForm() : null;

// --- keys ------------------------------------------------------------------------------------------

const keys = find("keys");
if (keys) {
  keys.checked = localStorage.getItem("keys") !== "off";
  keys.addEventListener("change", () => localStorage.setItem("keys", keys.checked ? "on" : "off"));
}

const follow = (id) => find(id) && go(find(id).getAttribute("href"));
const ACTIONS = {
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
find("show-keys")?.addEventListener("click", ACTIONS["?"]);

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
  const shifted = event.shiftKey && event.code.match(/^Digit([0-9])$/);  // event.key depends on the layout
  if (/^[0-9]$/.test(event.key)) marking?.toggle(Number(event.key) || 10);
  else if (shifted) marking?.toggle(10 + (Number(shifted[1]) || 10));
  else if (event.key in ACTIONS) ACTIONS[event.key]();
  else return;
  event.preventDefault();
});

// The links of a page must work after a restart of the server, too.
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
  // Matches in a name come before matches in a text; Enter opens the first.
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/);
    const matches = (part) => words.every((word) => part.textContent.toLowerCase().includes(word));
    const found = rows.filter(matches);
    const byName = found.filter((row) => matches(row.cells[0]));
    for (const row of rows) row.hidden = !found.includes(row);
    rows[0].parentElement.append(...byName, ...rows.filter((row) => !byName.includes(row)));
    find("found").textContent = search.value ? `${found.length} of ${rows.length}; Enter opens the first` : "";
  });
  search.addEventListener("keydown", (event) => {
    const first = document.querySelector("#answers tbody tr:not([hidden]) a");
    if (event.key === "Enter" && search.value && first) first.click();
  });
}

// A link in a student's text opens in a new window, without access to this page or its address.
for (const link of document.querySelectorAll(".student a[href^=http], .ours a[href^=http]")) {
  link.target = "_blank";
  link.rel = "noopener noreferrer";
}
