/** The three big parts of the client, each fetched once. */
export const preload = {
  app: () => import('./app.tsx'),
  shell: () => import('./shell/shell.tsx'),
  signIn: () => import('./sign-in/sign-in.tsx'),
};
