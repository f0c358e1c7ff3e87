/* Shows the chart of a line below it, in place, and takes it away again; without this script the label leads to the page
   with the chart. */
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.line");
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  await follow(link);
});

let wanted = 0;

async function follow(link) {
  wanted += 1;
  const mine = wanted;
  const answer = await fetch(link.href, { headers: { accept: "text/html" } });
  if (mine !== wanted) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [links, others] = [document, page].map((one) => [...one.querySelectorAll("a.line")]);
  if (mine !== wanted) return;
  if (!answer.ok || links.length !== others.length) {
    location.assign(link.href);
    return;
  }
  document.querySelector("tr.charted")?.remove();
  links.forEach((one, at) => {
    for (const name of ["href", "id", "aria-expanded"]) copy(name, others[at], one);
  });
  const row = page.querySelector("tr.charted");
  if (row !== null) {
    const place = others.findIndex((one) => one.closest("tr") === row.previousElementSibling);
    links[place].closest("tr").after(row);
    row.dispatchEvent(new Event("shown", { bubbles: true }));
  }
  history.replaceState(null, "", answer.url);
}

function copy(name, from, to) {
  const value = from.getAttribute(name);
  if (value === null) to.removeAttribute(name);
  else to.setAttribute(name, value);
}
