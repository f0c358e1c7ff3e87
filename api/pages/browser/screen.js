/* Shows what a screen finds while it is put together; without this script its button does the same. */
const form = document.getElementById("pick");
const waitMs = 600;
let timer;
let asked = 0;

for (const row of form?.querySelectorAll(".condition") ?? []) offerPeriods(row);

form?.addEventListener("input", (event) => {
  const row = event.target.closest(".condition");
  if (row) offerPeriods(row);
  addRow();
  clearTimeout(timer);
  timer = setTimeout(find, waitMs);
});

/* Leaves the periods that the row's metric has. */
function offerPeriods(row) {
  const [metric, period] = row.querySelectorAll("select");
  const has = metric.selectedOptions[0]?.dataset.periods?.split(" ");
  for (const one of period.options) one.disabled = has !== undefined && !has.includes(one.value);
  if (period.selectedOptions[0]?.disabled) period.value = has[0];
}

/* There is always a row left to fill. */
function addRow() {
  const last = form.querySelector(".condition:last-of-type");
  if (last.querySelector("select").value === "") return;
  const next = last.cloneNode(true);
  next.querySelector("select").value = "";
  next.querySelector("input").value = "";
  last.after(next);
  offerPeriods(next);
}

/* A row whose value is still missing is no condition yet. */
function isWhole() {
  return [...form.querySelectorAll(".condition")].every(
    (row) =>
      row.querySelector("select").value === "" || row.querySelector("input").value.trim() !== "",
  );
}

async function find() {
  if (!isWhole()) return;
  asked += 1;
  const mine = asked;
  const query = new URLSearchParams(new FormData(form));
  const answer = await fetch(`${form.action}?${query}`, { headers: { accept: "text/html" } });
  if (mine !== asked || !answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== asked) return;
  const refusal = page.querySelector("[role=alert]");
  document.getElementById("found").replaceWith(page.getElementById("found"));
  document.querySelector("main > [role=alert]")?.remove();
  if (refusal) form.before(refusal);
  else history.replaceState(null, "", answer.url);
}
