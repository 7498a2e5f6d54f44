import { useQuery } from '@tanstack/react-query';
import { readSoftware, softwareWords } from '#domains/system/web.ts';
import { useSay } from '#kit/web/language.ts';
import { words as kitWords } from '#kit/web/words.ts';
import { Problem } from '../sign-in/form/page-form.tsx';

/** Written by the build beside the pages. */
const LIST = './software.json';

/** The software that this product is made of, as installed. */
export const OpenSource = () => {
  const say = useSay();
  const { data, error } = useQuery({
    queryKey: [LIST],
    queryFn: async () => readSoftware(await (await fetch(LIST)).json()),
    staleTime: Infinity,
  });
  return (
    <article>
      <p>{say(softwareWords.description)}</p>
      <Problem text={error ? `${say(kitWords.loadFailed)}: ${error.message}` : undefined} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who scrolls by keys has to get there */}
      <ul className="co-sign-software" tabIndex={0} aria-label={say(softwareWords.description)}>
        {data?.packages.map(({ part, name, version, licence, copyright }) => (
          <li key={`${part} ${name}`}>
            <strong>
              {name} {version}
            </strong>
            <span>{licence}</span>
            <small>{copyright}</small>
          </li>
        ))}
      </ul>
    </article>
  );
};
