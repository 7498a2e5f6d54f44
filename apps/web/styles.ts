// antd's rules first: ours change some of them.
import 'antd/dist/antd.css';
import '#kit/web/theme/theme.css';
