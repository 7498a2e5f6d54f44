import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { Notice } from '#kit/web/notice.tsx';
import { words } from '../../words.ts';

export const NotFound = () => {
  const say = useSay();
  const navigate = useNavigate();
  return (
    <Notice tone="busy" title={say(words.notFound)} text={say(words.notFoundHint)}>
      <Button type="primary" onClick={() => void navigate('/')}>
        {say(words.goHome)}
      </Button>
    </Notice>
  );
};
