import { useState } from 'react';
import type { DriverComment, DriverStationComments } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import { dayText } from '../format.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import { isTag, StarRow, tagWord } from './stars.tsx';

interface StationCommentsProps {
  readonly api: string;
  readonly label: string;
  readonly gunNo: number;
  readonly zone: string;
}

/** What others say of the station; it is read when it is opened. */
export const StationComments = ({ api, label, gunNo, zone }: StationCommentsProps) => {
  const { say, language } = useSay();
  const [found, setFound] = useState<DriverStationComments | 'failed'>();
  const read = (isOpen: boolean): void => {
    if (!isOpen || (found && found !== 'failed')) return;
    const url = `${api}/guns/${encodeURIComponent(label)}/${gunNo}/comments`;
    void callDriver<DriverStationComments>(url, { language: languages[language] }).then((result) => setFound(result.ok ? result.value : 'failed'));
  };
  return (
    <details className="card" onToggle={(event) => read(event.currentTarget.open)}>
      <summary>{say('commentsOfOthers')}</summary>
      {found === undefined && <p className="soft">…</p>}
      {found === 'failed' && <p role="alert">{say('failed')}</p>}
      {found && found !== 'failed' && (
        <div className="stack">
          {found.stars !== null && (
            <p className="price">
              {found.stars.toFixed(1)} ★ <span className="soft">{say('commentCount', { n: found.count })}</span>
            </p>
          )}
          {found.comments.length === 0 && <p className="soft">{say('commentsNone')}</p>}
          {found.comments.map((comment) => (
            <OneComment key={comment.commentId} api={api} comment={comment} zone={zone} />
          ))}
        </div>
      )}
    </details>
  );
};

interface OneCommentProps {
  readonly api: string;
  readonly comment: DriverComment;
  readonly zone: string;
}

const OneComment = ({ api, comment, zone }: OneCommentProps) => {
  const { say, language } = useSay();
  const [isReported, setReported] = useState(false);
  const report = (): void =>
    void callDriver(`${api}/comments/${comment.commentId}/report`, { body: {}, key: newKey(), language: languages[language] }).then(
      ({ ok }) => ok && setReported(true),
    );
  return (
    <article className="stack">
      <StarRow stars={comment.stars} />
      <p className="soft">
        {dayText(comment.at, zone)}
        {comment.tags.filter(isTag).map((tag) => ` · ${say(tagWord(tag))}`)}
      </p>
      {comment.text !== '' && <p className="words">{comment.text}</p>}
      {comment.reply !== null && <p className="notice">{say('commentReply', { text: comment.reply })}</p>}
      {isReported ? (
        <output className="soft">{say('commentReported')}</output>
      ) : (
        <button type="button" className="plain" onClick={report}>
          {say('commentReport')}
        </button>
      )}
    </article>
  );
};
