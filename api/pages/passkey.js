/* Has the browser make or use a passkey, and sends what it says with the form. */
document.addEventListener("submit", async (event) => {
  const form = event.target;
  const button = form.querySelector("button[data-passkey]");
  if (button === null) return;
  event.preventDefault();
  const why = form.querySelector("[role=alert]");
  why.textContent = "";
  try {
    const credential = await ask(button.dataset.passkey, JSON.parse(button.dataset.options));
    form.elements.namedItem("passkey").value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch (error) {
    why.textContent = `The browser has given no passkey (${error.name}). Open the page again to repeat it.`;
  }
});

function ask(act, options) {
  if (act === "create") {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    return navigator.credentials.create({ publicKey });
  }
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return navigator.credentials.get({ publicKey });
}
