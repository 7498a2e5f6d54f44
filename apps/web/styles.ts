// antd's rules come first, because the product's rules change some of them.
import 'antd/dist/antd.css';
import '#kit/web/theme/theme.css';
