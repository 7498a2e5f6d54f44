import AccountBookOutlined from '@ant-design/icons/AccountBookOutlined';
import AlertOutlined from '@ant-design/icons/AlertOutlined';
import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined';
import ApiOutlined from '@ant-design/icons/ApiOutlined';
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import BankOutlined from '@ant-design/icons/BankOutlined';
import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import BookOutlined from '@ant-design/icons/BookOutlined';
import BellOutlined from '@ant-design/icons/BellOutlined';
import CarOutlined from '@ant-design/icons/CarOutlined';
import ClusterOutlined from '@ant-design/icons/ClusterOutlined';
import CopyrightOutlined from '@ant-design/icons/CopyrightOutlined';
import ControlOutlined from '@ant-design/icons/ControlOutlined';
import CreditCardOutlined from '@ant-design/icons/CreditCardOutlined';
import CrownOutlined from '@ant-design/icons/CrownOutlined';
import DashboardOutlined from '@ant-design/icons/DashboardOutlined';
import EnvironmentOutlined from '@ant-design/icons/EnvironmentOutlined';
import FieldTimeOutlined from '@ant-design/icons/FieldTimeOutlined';
import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import GiftOutlined from '@ant-design/icons/GiftOutlined';
import HomeOutlined from '@ant-design/icons/HomeOutlined';
import IdcardOutlined from '@ant-design/icons/IdcardOutlined';
import LoginOutlined from '@ant-design/icons/LoginOutlined';
import MailOutlined from '@ant-design/icons/MailOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import NotificationOutlined from '@ant-design/icons/NotificationOutlined';
import PayCircleOutlined from '@ant-design/icons/PayCircleOutlined';
import PercentageOutlined from '@ant-design/icons/PercentageOutlined';
import ProfileOutlined from '@ant-design/icons/ProfileOutlined';
import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import ScheduleOutlined from '@ant-design/icons/ScheduleOutlined';
import SendOutlined from '@ant-design/icons/SendOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import ShopOutlined from '@ant-design/icons/ShopOutlined';
import TableOutlined from '@ant-design/icons/TableOutlined';
import TagsOutlined from '@ant-design/icons/TagsOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import ThunderboltOutlined from '@ant-design/icons/ThunderboltOutlined';
import ToolOutlined from '@ant-design/icons/ToolOutlined';
import TransactionOutlined from '@ant-design/icons/TransactionOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import WalletOutlined from '@ant-design/icons/WalletOutlined';
import type { ComponentType } from 'react';
import { ownIcons } from './charging-icons.tsx';

/** The icons that a menu entry may name. An unknown name gets a neutral icon. */
export const icons: Readonly<Record<string, ComponentType>> = {
  ...ownIcons,
  'account-book': AccountBookOutlined,
  alert: AlertOutlined,
  apartment: ApartmentOutlined,
  api: ApiOutlined,
  appstore: AppstoreOutlined,
  audit: AuditOutlined,
  bank: BankOutlined,
  'bar-chart': BarChartOutlined,
  book: BookOutlined,
  bell: BellOutlined,
  car: CarOutlined,
  cluster: ClusterOutlined,
  copyright: CopyrightOutlined,
  control: ControlOutlined,
  'credit-card': CreditCardOutlined,
  crown: CrownOutlined,
  dashboard: DashboardOutlined,
  environment: EnvironmentOutlined,
  'field-time': FieldTimeOutlined,
  'file-text': FileTextOutlined,
  gift: GiftOutlined,
  home: HomeOutlined,
  idcard: IdcardOutlined,
  login: LoginOutlined,
  mail: MailOutlined,
  message: MessageOutlined,
  notification: NotificationOutlined,
  'pay-circle': PayCircleOutlined,
  percentage: PercentageOutlined,
  profile: ProfileOutlined,
  safety: SafetyOutlined,
  'safety-certificate': SafetyCertificateOutlined,
  schedule: ScheduleOutlined,
  send: SendOutlined,
  setting: SettingOutlined,
  shop: ShopOutlined,
  table: TableOutlined,
  tags: TagsOutlined,
  team: TeamOutlined,
  thunderbolt: ThunderboltOutlined,
  tool: ToolOutlined,
  transaction: TransactionOutlined,
  user: UserOutlined,
  wallet: WalletOutlined,
};

export const MenuIcon = ({ name }: { readonly name: string | null | undefined }) => {
  const Icon = icons[name ?? ''] ?? AppstoreOutlined;
  return <Icon />;
};
