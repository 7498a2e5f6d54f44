/** The minimum cost of argon2, for tests that do not examine password strength: at the product's cost each sign-in takes 20 ms of a core. */
export const testHashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;
