import { useLocation } from 'react-router';
import { reportOfPath } from '#kit/resource/report.ts';
import { ReportPage } from '#kit/web/report/report-page.tsx';

/** The page of all reports in the menu; the path selects the report. */
export const OnlineReport = () => {
  const { pathname } = useLocation();
  const code = reportOfPath(pathname);
  return <ReportPage key={code} code={code} />;
};
