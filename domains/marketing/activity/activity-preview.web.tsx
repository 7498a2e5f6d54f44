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

/** An activity as the page of drivers shows it: the card in the list, and the opened page. */
export const ActivityPreview = ({ title, subtitle, rule, image, banner, endTime }: ShownActivity) => {
  const say = useSay();
  const shownTitle = textOf(title) || say(activityWords.noTitle);
  const until = endTime ? say(activityWords.untilTime, { time: formatInstant(endTime, viewerZone()) }) : '';
  return (
    <section className="mk-preview" aria-label={say(activityWords.preview)}>
      <p className="co-hint">
        {say(activityWords.preview)} · {say(activityWords.previewHint)}
      </p>
      <div className="mk-phone">
        <div className="mk-offer">
          {image && <StoredPicture path={image} className="mk-offer-image" />}
          <div>
            <strong>{shownTitle}</strong>
            {subtitle && <span>{subtitle}</span>}
            <small>{until}</small>
          </div>
        </div>
        <div className="mk-page">
          {(banner ?? image) && <StoredPicture path={banner ?? image ?? ''} className="mk-page-banner" />}
          <h4>{shownTitle}</h4>
          {subtitle && <p>{subtitle}</p>}
          {rule && <MarkupText text={rule} markup="html" />}
        </div>
      </div>
    </section>
  );
};

const StoredPicture = ({ path, className }: { readonly path: string; readonly className: string }) => {
  const url = usePicture(path);
  return url === undefined ? <span className={className} /> : <img className={className} src={url} alt="" />;
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
