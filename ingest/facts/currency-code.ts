/** A unit that is money: its ISO 4217 code, as the regulator writes it. */
export const currencyCode = /^[A-Z]{3}$/;
