/** An event of a stream (text/event-stream). */
export interface ReadEvent {
  readonly event: string;
  readonly data: string;
}

/** Takes the whole events off the front of a text. Comments and fields that are not needed are left out. */
export const takeEvents = (text: string): { readonly events: readonly ReadEvent[]; readonly rest: string } => {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  return { events: blocks.flatMap(eventOf), rest };
};

const eventOf = (block: string): readonly ReadEvent[] => {
  const lines = block.split('\n');
  const valueOf = (name: string): string | undefined => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [event, data] = [valueOf('event'), valueOf('data')];
  return event === undefined || data === undefined ? [] : [{ event, data }];
};
