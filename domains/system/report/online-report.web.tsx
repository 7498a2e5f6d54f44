import { useLocation } from 'react-router';
import { reportOfPath } from '#kit/resource/report.ts';
import { ReportPage } from '#kit/web/report/report-page.tsx';

/** The page of every report in the menu; which one, the path says. */
export const OnlineReport = () => {
  const { pathname } = useLocation();
  const code = reportOfPath(pathname);
  return <ReportPage key={code} code={code} />;
};
