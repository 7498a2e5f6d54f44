import type { StationCalls } from '../messages.ts';
import { idTagInfoOf } from '../words.ts';
import { answered, notStoredReply, type TranslatedCall } from './incoming.ts';
import { accountType } from '../../codes.ts';

/**
 * Authorize asks whether this tag may charge. The protocol states neither the connector nor whether the tag is a card, so it is treated as a card.
 */
export const authorize = ({ idTag }: StationCalls['Authorize']): TranslatedCall => ({
  events: [{ kind: 'accountQuery', accountType: accountType.card, account: idTag, gunNumber: 0 }],
  reply: ([answer]) => (answer && 'displayName' in answer ? answered({ idTagInfo: idTagInfoOf(answer.result, answer.tag) }) : notStoredReply),
});
