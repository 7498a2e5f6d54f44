/** Blocks whoever waits for it until a test opens it, to simulate a slow peer or handler without a clock. */
export interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

export const createGate = (): Gate => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};
