// The page of `examiner mark`: lines add up, keys work, marks are saved. It makes elements and text,
// never HTML.
"use strict";

const page = document.body;
const find = (id) => document.getElementById(id);
const form = find("mark");

function go(path) {
  location.assign(path);
}

async function ask(what, about) {
  const sent = { ...about, names: "names" in page.dataset };
  const options = { method: "POST", body: JSON.stringify(sent), headers: { "Content-Type": "application/json" } };
  try {
    const reply = await fetch(`${page.dataset.home}${what}`, options);
    return await reply.json();
  } catch {
    return { error: "Nothing was saved: `examiner mark` doesn't answer. Start it again." };
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
  if (!button || button.disabled) return;
  button.disabled = true;
  const reply = await ask("undo", { saved: button.dataset.saved });
  if (reply.next) return go(reply.next);
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
  const [points, comment, extra, alone] = ["points", "comment", "extra", "alone"].map(find);
  const lines = [...form.querySelectorAll("[data-line]")];
  const box = (line) => line.querySelector("input");
  const answer = page.dataset.answer;
  const draft = `${page.dataset.assignment}/${page.dataset.question}/${answer}`;
  let versions = JSON.parse(form.dataset.versions);

  const ticked = () => lines.filter((line) => box(line).checked);
  const total = () => round(ticked().reduce((sum, line) => sum + Number(line.dataset.points), 0));
  const given = () => Number(points.value.replace(",", "."));

  function show() {
    const sum = ticked().length && given() !== total() ? `The ticked lines come to ${total()}.` : "";
    if (find("sum").textContent !== sum) find("sum").textContent = sum;
    for (const line of lines) line.classList.toggle("ticked", box(line).checked);
    const left = Object.keys(versions).length;
    if (find("how-many")) find("how-many").textContent = alone.checked ? "this one" : `for ${left}`;
    const state = [points.value, comment.value, extra.value, form.dataset.versions];
    sessionStorage.setItem(draft, JSON.stringify(state));
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
    points.value = ticked().length ? String(Math.min(total(), Number(form.dataset.max))) : "";
    show();
  }

  function tick(line, on) {
    if (box(line).checked === on) return;
    box(line).checked = on;
    toggle(line);
  }

  const restore = JSON.parse(sessionStorage.getItem(draft) || "null");
  if (restore?.[3] === form.dataset.versions) {
    [points.value, comment.value, extra.value] = restore;
  }
  const said = comment.value.split("\n");
  for (const line of lines) box(line).checked = said.includes(line.dataset.words);
  show();

  for (const line of lines) box(line).addEventListener("change", () => toggle(line));
  for (const field of [points, comment, extra, alone]) field?.addEventListener("input", show);

  async function save(looked_at) {
    const value = points.value.trim();
    const most = Number(form.dataset.max);
    if (!value || !(given() >= 0 && given() <= most)) {
      tell(element("p", {}, value ? `Give 0 to ${most} points.` : "Tick a line, or give points: 0 for none."));
      points.setAttribute("aria-invalid", "true");
      return value ? points.focus() : form.focus();  // within the field, keys would be its digits
    }
    points.removeAttribute("aria-invalid");
    find("save").disabled = true;
    const sent = {
      assignment: page.dataset.assignment,
      question: page.dataset.question,
      shown: answer,
      versions: looked_at,
      points: value,
      comment: [comment.value.trim(), extra.value.trim()].filter(Boolean).join("\n\n"),
    };
    const reply = await ask("save", sent);
    find("save").disabled = false;
    if (reply.next) {
      sessionStorage.removeItem(draft);
      go(reply.next);
    } else if (reply.meanwhile) {
      meanwhile(reply, looked_at);
    } else {
      tell(element("p", {}, reply.error));
    }
  }

  // Somebody else was quicker: say what they gave, and let the person decide.
  function meanwhile(reply, looked_at) {
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
    if (reply.gone || marked.length < now.length) {
      parts.push(element("p", {}, "It was graded again meanwhile: load the page and look at it again."));
    }
    const leave = element("button", { type: "button", id: "leave" }, "Leave it as it is");
    leave.addEventListener("click", () => {
      sessionStorage.removeItem(draft);
      go(find("next").getAttribute("href"));
    });
    const buttons = element("p", { className: "buttons" });
    buttons.append(leave);
    if (!reply.gone && marked.length === now.length) {
      const mine = element("button", { type: "button", id: "save-mine" }, "Save mine instead");
      const versions = Object.fromEntries(now.map((each) => [each.answer, each.version]));
      mine.addEventListener("click", () => save({ ...looked_at, ...versions }));
      buttons.append(mine);
    }
    tell(element("p", {}, "Nothing was saved."), ...parts, buttons);
    leave.focus();
  }

  function submit() {
    if (find("save").disabled) return;
    tell();
    save(alone?.checked ? { [answer]: versions[answer] } : versions);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  return {
    save: submit,
    toggle: (number) => lines[number - 1] && tick(lines[number - 1], !box(lines[number - 1]).checked),
    all: () => lines.forEach((line) => tick(line, true)),
    none: () => {
      lines.forEach((line) => tick(line, false));
      points.value = "0";
      show();
    },
    comment: () => comment.focus(),
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
  a: () => marking?.all(),
  z: () => marking?.none(),
  c: () => marking?.comment(),
  "?": () => find("help")?.toggleAttribute("open"),
};

document.addEventListener("keydown", (event) => {
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

// A link that a student wrote doesn't lead away from the page, nor hand it to anybody.
for (const link of document.querySelectorAll(".student a[href^=http], .ours a[href^=http]")) {
  link.target = "_blank";
  link.rel = "noopener noreferrer";
}
