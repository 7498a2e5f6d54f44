/** The minimum cost of argon2, because these tests do not examine password strength and each sign-in would otherwise take 20 ms. */
export const LITTLE = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;
