import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import type { DriverCommentView, DriverOwnComment } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import type { PageWord } from '../words/words.ts';
import { STARS, StarRow, TAGS, tagWord } from './stars.tsx';

interface CommentCardProps {
  readonly api: string;
  readonly orderNo: string;
}

const TEXT_MAX = 500;
const STATE_WORDS: Readonly<Record<DriverOwnComment['state'], PageWord>> = {
  waiting: 'commentWaiting',
  published: 'commentPublished',
  rejected: 'commentRejected',
  hidden: 'commentHidden',
};

/** The driver's comment on the station of a settled order: written here, and shown here afterwards. */
export const CommentCard = ({ api, orderNo }: CommentCardProps) => {
  const { say, language } = useSay();
  const url = `${api}/orders/${encodeURIComponent(orderNo)}/comment`;
  const [view, setView] = useState<DriverCommentView>();
  const [isWriting, setWriting] = useState(false);
  useEffect(() => {
    void callDriver<DriverCommentView>(url, { language: languages[language] }).then((result) => result.ok && setView(result.value));
  }, [url, language]);
  if (!view || (!view.comment && !view.mayWrite)) return null;
  const { comment, mayWrite } = view;
  return (
    <section className="card stack" aria-labelledby="comment-title">
      <h2 id="comment-title">{say('commentTitle')}</h2>
      {comment && !isWriting && <OwnComment comment={comment} />}
      {comment && !isWriting && mayWrite && (
        <button type="button" onClick={() => setWriting(true)}>
          {say('commentChange')}
        </button>
      )}
      {mayWrite && (isWriting || !comment) && (
        <CommentForm
          url={url}
          comment={comment}
          onWritten={(written) => {
            setWriting(false);
            setView(written);
          }}
        />
      )}
    </section>
  );
};

const OwnComment = ({ comment }: { readonly comment: DriverOwnComment }) => {
  const { say } = useSay();
  return (
    <>
      <StarRow stars={comment.stars} />
      {comment.text !== '' && <p className="words">{comment.text}</p>}
      <output className="soft">
        {say(STATE_WORDS[comment.state])}
        {comment.reason !== null && (comment.state === 'rejected' || comment.state === 'hidden') && ` · ${comment.reason}`}
      </output>
      {comment.reply !== null && <p className="notice">{say('commentReply', { text: comment.reply })}</p>}
    </>
  );
};

interface CommentFormProps {
  readonly url: string;
  readonly comment: DriverOwnComment | null;
  readonly onWritten: (view: DriverCommentView) => void;
}

const CommentForm = ({ url, comment, onWritten }: CommentFormProps) => {
  const { say, language } = useSay();
  const [stars, setStars] = useState(comment?.stars);
  const [tags, setTags] = useState<readonly string[]>(comment?.tags ?? []);
  const [text, setText] = useState(comment?.text ?? '');
  const [state, setState] = useState<'open' | 'sending' | 'failed'>('open');
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (stars === undefined || state === 'sending') return;
    setState('sending');
    const result = await callDriver<DriverCommentView>(url, { body: { stars, tags, text }, key: newKey(), language: languages[language] });
    if (result.ok) onWritten(result.value);
    else setState('failed');
  };
  const toggle = (tag: string): void => setTags(tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag].slice(-TAGS_MAX));
  return (
    <form className="stack" onSubmit={(event) => void send(event)}>
      <div className="choices five" role="radiogroup" aria-labelledby="comment-title">
        {STARS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="stars"
              required
              value={each}
              checked={stars === each}
              onChange={() => setStars(each)}
              aria-label={say('starsOf', { n: each })}
            />
            <span aria-hidden="true">{stars !== undefined && each <= stars ? '★' : '☆'}</span>
          </label>
        ))}
      </div>
      <div className="choices wide two">
        {TAGS.map((tag) => (
          <label key={tag}>
            <input type="checkbox" name="tags" value={tag} checked={tags.includes(tag)} onChange={() => toggle(tag)} />
            <span>{say(tagWord(tag))}</span>
          </label>
        ))}
      </div>
      <label className="field">
        {say('commentText')}
        <textarea maxLength={TEXT_MAX} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </label>
      {state === 'failed' && (
        <p className="notice bad" role="alert">
          {say('failed')}
        </p>
      )}
      <button type="submit" disabled={stars === undefined || state === 'sending'}>
        {say('commentSend')}
      </button>
    </form>
  );
};
const TAGS_MAX = 5;
