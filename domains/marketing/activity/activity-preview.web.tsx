import { Form } from 'antd';
import { MarkupText } from '#kit/web/kinds/markup.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { textOf } from '#kit/web/text-of.ts';
import { usePicture } from '#kit/web/upload/use-picture.ts';
import { formatInstant, viewerZone } from '#kit/web/format.ts';
import { activityWords } from './activity.labels.ts';
import '../marketing.css';

interface ShownActivity {
  readonly title?: string | undefined;
  readonly subtitle?: string | null | undefined;
  readonly rule?: string | null | undefined;
  readonly image?: string | null | undefined;
  readonly banner?: string | null | undefined;
  readonly endTime?: string | undefined;
}

/** An activity as the card that the page of drivers shows, with its rules unfolded. */
export const ActivityPreview = ({ title, subtitle, rule, image, banner, endTime }: ShownActivity) => {
  const say = useSay();
  const picture = banner ?? image;
  const until = endTime ? say(activityWords.untilTime, { time: formatInstant(endTime, viewerZone()) }) : '';
  return (
    <section className="mk-preview" aria-label={say(activityWords.preview)}>
      <p className="co-hint">
        {say(activityWords.preview)} · {say(activityWords.previewHint)}
      </p>
      <div className="mk-phone">
        <div className="mk-card">
          {picture && <StoredPicture path={picture} />}
          <h4>{textOf(title) || say(activityWords.noTitle)}</h4>
          {subtitle && <p>{subtitle}</p>}
          {until && <p className="co-hint">{until}</p>}
          {rule && <MarkupText text={rule} markup="html" />}
        </div>
      </div>
    </section>
  );
};

const StoredPicture = ({ path }: { readonly path: string }) => {
  const url = usePicture(path);
  return url === undefined ? <span className="mk-picture" /> : <img className="mk-picture" src={url} alt="" />;
};

/** The rules of an activity, and below them what drivers will see of the form so far. */
export const RuleInput = (props: InputProps) => (
  <>
    <FieldInput {...props} />
    <FormPreview />
  </>
);

const FormPreview = () => {
  const form = Form.useFormInstance<ShownActivity>();
  const title = Form.useWatch('title', form);
  const subtitle = Form.useWatch('subtitle', form);
  const rule = Form.useWatch('rule', form);
  const image = Form.useWatch('image', form);
  const banner = Form.useWatch('banner', form);
  const endTime = Form.useWatch('endTime', form);
  return <ActivityPreview {...{ title, subtitle, rule, image, banner, endTime }} />;
};
