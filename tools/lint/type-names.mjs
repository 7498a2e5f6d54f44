/**
 * Names that say nothing of what a type holds: participles, pronouns and particles. Two files that each have an `Asked` cannot be told
 * apart in a search, and a reader has to open both.
 */
const EMPTY = new Set(
  `About Accepted Acting Adjusted Adjusting Alike Allowed Answered Applied Around Arranged Asked Asker Asking At Bare Begun Beside Billed
   Booked Bound Called Came Cancelled Checked Checking Chosen Claimed Collected Computed Consumed Counted Created Decided Declared Deed Deleted
   Described Detected Doing Done Drawn Due Ear Ending Entering Exchanged Facts Failed Found From Gathered Given Givens Granted Heard Held
   Hindrance How Inspected Judged Kept Knowing Known Laid Landed Left Line Listed Lists Looked Looker Looking Lost Made Many Maybe Meanwhile
   Met More Named Naming Narrowed Noted Of Offered Only Open Opened Own Parsed Part Paying Performed Performing Picked Place Placed Pointed
   Prepared Pressed Proven Pushed Pushing Ran Raw Read Received Recorded Refunded Refused Registered Remembered Replied Reserved Revealed Said
   Saved Saving Saying Scaled Sealed Seen Sees Sending Sent Served Settled Shapes Shown Spawned Speaking Spoken Standing Stated Step Stored
   Summed Tagged Taken Taking Talk Tell Telling Ticked Tie Told Trying Untimed Uploaded Waiting Wanted Way What Where Which Who Wire Within
   Word World Written`.split(/\s+/u),
);

/** @typedef {{ readonly type: string, readonly name: string }} Identifier */

const typeNames = {
  /** @param {{ report(problem: { node: Identifier, message: string }): void }} context */
  create(context) {
    /** @param {{ readonly id: Identifier | null }} declaration */
    const check = ({ id }) => {
      if (id && EMPTY.has(id.name)) context.report({ node: id, message: `"${id.name}" does not say what the type holds. Name its content.` });
    };
    return { TSInterfaceDeclaration: check, TSTypeAliasDeclaration: check, ClassDeclaration: check, TSEnumDeclaration: check };
  },
};

// oxlint-disable-next-line import/no-default-export -- the linter reads a plugin as a default export
export default { meta: { name: 'house' }, rules: { 'type-names': typeNames } };
