import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { PromptDialog } from '#kit/web/form/prompt-dialog.tsx';
import { words } from '#kit/web/words.ts';
import { rateRuleLabels, ruleWords } from './rate-rule.labels.ts';
import { rateRule, rateRuleApi } from './rate-rule.ts';

interface CopyRuleProps {
  readonly rule: { readonly rateRuleId: string; readonly rateRuleName: string };
  readonly onClose: () => void;
  readonly onCopied: (copy: { readonly rateRuleId: string }) => void;
}

/** Asks for the name of the copy, which opens after it is created. */
export const CopyRuleDialog = ({ rule, onClose, onCopied }: CopyRuleProps) => {
  const say = useSay();
  const { send, sending } = useSend(rateRuleApi.copyRule, {
    changes: [rateRule],
    onDone: (copy) => {
      onClose();
      onCopied(copy);
    },
  });
  return (
    <PromptDialog
      name="copyRule"
      title={say(ruleWords.copyOf, { name: rule.rateRuleName })}
      label={say(rateRuleLabels.fields.rateRuleName)}
      field={rateRuleApi.copyRule.input.rateRuleName}
      initial={say(ruleWords.copyName, { name: rule.rateRuleName })}
      hint={say(ruleWords.copyHint)}
      okText={say(words.copy)}
      sending={sending}
      onDone={(rateRuleName) => void send({ rateRuleId: rule.rateRuleId, rateRuleName })}
      onClose={onClose}
    />
  );
};
