import StarFilled from '@ant-design/icons/StarFilled';
import StarOutlined from '@ant-design/icons/StarOutlined';
import { STARS_MAX } from './comment.ts';
import './comment.css';

/** A number of stars, of five. */
export const Stars = ({ score }: { readonly score: number }) => (
  <span className="cm-stars" title={`${score} / ${STARS_MAX}`}>
    <span className="co-sr">{`${score} / ${STARS_MAX}`}</span>
    {Array.from({ length: STARS_MAX }, (_, index) =>
      index < score ? <StarFilled key={index} aria-hidden /> : <StarOutlined key={index} aria-hidden />,
    )}
  </span>
);
