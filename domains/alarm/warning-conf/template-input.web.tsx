import { Button, Flex, Form } from 'antd';
import { languages } from '#kit/fields/words.ts';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { smsLength } from '../channel/text.rules.ts';
import { checkTemplate, fillTemplate, sampleValues, templateNames } from './template.rules.ts';
import { warningConfRefusals, warningConfWords } from './warning-conf.labels.ts';
import '../alarm.css';

/** The text of a warning, with buttons for its parameters and what becomes of it. */
export const TemplateInput = (props: InputProps) => {
  const say = useSay();
  const template = typeof props.value === 'string' ? props.value : '';
  return (
    <>
      <FieldInput {...props} />
      <Flex wrap gap={4} className="al-names">
        {templateNames.map((name) => (
          <Button key={name} size="small" disabled={props.disabled ?? false} onClick={() => props.onChange?.(`${template}{${name}}`)}>
            {`{${name}}`}
          </Button>
        ))}
      </Flex>
      {template !== '' && (
        <div className="al-preview" aria-live="polite" aria-label={say(warningConfWords.preview)}>
          <TemplatePreview template={template} />
        </div>
      )}
    </>
  );
};

/** The text with example values in the language of the form, and its length; or what is wrong with the template. */
const TemplatePreview = ({ template }: { readonly template: string }) => {
  const say = useSay();
  const own = useLanguage();
  const chosen: unknown = Form.useWatch('warningLang');
  const verdict = checkTemplate(template);
  if (!verdict.ok) return <span className="co-hint">{say(warningConfRefusals[verdict.refusal], verdict.args)}</span>;
  const text = fillTemplate(verdict.next, sampleValues(languages.find((language) => language === chosen) ?? own));
  const { segments, length } = smsLength(text);
  return (
    <>
      <p>{text}</p>
      <small className="co-hint">{say(warningConfWords.segments, { segments, length })}</small>
    </>
  );
};
