/** As little as argon2 takes: nothing here is about how long a password holds out, and each sign-in would cost 20 ms. */
export const LITTLE = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;
