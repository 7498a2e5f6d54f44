import { Link } from 'react-router';
import { Mark } from '../../mark.tsx';
import { PRODUCT } from '../../paths.ts';

export const Brand = () => (
  <Link to="/" className="co-brand">
    <Mark />
    <span>{PRODUCT}</span>
  </Link>
);
