import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const { argon2 } = crypto;

// To derive from a password is made to be slow, and most tests only need an account. A cost from a thousand KiB is
// replaced by the least one. It still decides the result, so that hashes of two costs differ.
crypto.argon2 = (algorithm, parameters, done) => {
  const { memory, passes, parallelism } = parameters;
  if (memory < 1000) return argon2(algorithm, parameters, done);
  const associatedData = Buffer.from(`${memory},${passes},${parallelism}`);
  const least = { memory: 8, passes: 1, parallelism: 1, associatedData };
  return argon2(algorithm, { ...parameters, ...least }, done);
};
syncBuiltinESMExports();
