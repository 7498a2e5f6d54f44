/**
 * Names that say nothing of what a type holds: participles, pronouns and particles. Two files that each have an `Asked` cannot be told
 * apart in a search, and a reader has to open both.
 */
const EMPTY = new Set(
  `About Accepted Acting Adjusted Adjusting Alike Allowed Answered Applied Around Arranged Asked Asker Asking At Begun Beside Booked Came
   Called Cancelled Checked Checking Chosen Claimed Collected Computed Consumed Counted Created Decided Declared Deed Deleted Described
   Detected Doing Done Drawn Ear Entering Exchanged Failed Found From Gathered Given Givens Granted Heard Held Hindrance How Inspected
   Judged Kept Known Laid Left Line Listed Looked Looker Looking Lost Made Many Maybe Meanwhile Met More Named Naming Narrowed Noted Of
   Offered Only Opened Own Parsed Paying Performed Performing Picked Place Placed Pointed Prepared Pressed Proven Pushed Pushing Ran Raw
   Read Received Recorded Refused Refunded Registered Remembered Reserved Revealed Said Saving Saying Sealed Seen Sees Sending Sent Served
   Settled Shown Spawned Speaking Spoken Standing Stated Stored Summed Tagged Taken Taking Talk Tell Telling Ticked Tie Told Trying Untimed
   Uploaded Waiting Wanted Way What Where Which Who Wire Within Word World Written`.split(/\s+/u),
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
