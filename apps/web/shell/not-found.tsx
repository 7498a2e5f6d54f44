import { Button, Result } from 'antd';
import { useNavigate } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { words } from '../words.ts';

export const NotFound = () => {
  const say = useSay();
  const navigate = useNavigate();
  return (
    <Result status="404" title={say(words.notFound)} subTitle={say(words.notFoundHint)} className="co-full">
      <Button type="primary" onClick={() => void navigate('/')}>
        {say(words.goHome)}
      </Button>
    </Result>
  );
};
