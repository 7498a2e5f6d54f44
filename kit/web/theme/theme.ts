import { theme as antdTheme } from 'antd';
import type { ThemeConfig } from 'antd';
import { tonesOf } from './theme-colours.ts';
import type { Tones } from './theme-colours.ts';
import type { ColorScheme } from './theme-store.ts';

/** White text on it has a contrast of 4.6. */
const DANGER = '#d9363e';

/** The custom properties of theme.css as values, for components that compute with colours. */
export const palettes = {
  light: {
    page: '#f3f5f8',
    surface: '#ffffff',
    raised: '#ffffff',
    soft: '#f8fafc',
    line: '#e4e9ef',
    strong: '#d3dae3',
    text: '#1b2530',
    second: '#566270',
    third: '#697583',
  },
  dark: {
    page: '#0e1318',
    surface: '#161c23',
    raised: '#1d252e',
    soft: '#1a2129',
    line: '#28323d',
    strong: '#384552',
    text: '#e2e8ef',
    second: '#a4b0bd',
    third: '#84909d',
  },
} as const satisfies Readonly<Record<ColorScheme, Readonly<Record<string, string>>>>;

export const fontFamily =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'Microsoft YaHei', 'PingFang TC', 'Microsoft JhengHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif";

/** The compact theme of the product for antd. */
export const themeOf = (colorScheme: ColorScheme, colour: string): ThemeConfig => {
  const colours = { ...palettes[colorScheme], ...tonesOf(colorScheme, colour) };
  return {
    algorithm: colorScheme === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    hashed: false,
    // antd's CSS is a file that the page loads (apps/web/main.ts). Generating it in the browser took a quarter of the time until a list was drawn.
    zeroRuntime: true,
    cssVar: { key: 'co' },
    token: {
      colorPrimary: colours.primary,
      colorInfo: colours.primary,
      colorLink: colours.link,
      colorError: colorScheme === 'dark' ? '#f26d6a' : DANGER,
      colorText: colours.text,
      colorTextSecondary: colours.second,
      colorTextTertiary: colours.third,
      colorTextDescription: colours.second,
      colorTextPlaceholder: colours.third,
      colorBgLayout: colours.page,
      colorBgContainer: colours.surface,
      colorBgElevated: colours.raised,
      colorBorder: colours.strong,
      colorBorderSecondary: colours.line,
      colorSplit: colours.line,
      controlItemBgActive: colours.selected,
      fontFamily,
      fontSize: 13,
      controlHeight: 30,
      controlHeightSM: 24,
      borderRadius: 5,
      borderRadiusLG: 7,
      // With animations, a dialog that is open in a hidden tab would lose its input.
      motion: false,
    },
    components: componentsOf(colorScheme, colours),
  };
};

type Colours = Readonly<Record<keyof (typeof palettes)['light'] | keyof Tones, string>>;

const componentsOf = (colorScheme: ColorScheme, colours: Colours): NonNullable<ThemeConfig['components']> => {
  return {
    Button: {
      colorPrimary: colours.button,
      colorPrimaryHover: colours.buttonHover,
      colorPrimaryActive: colours.buttonActive,
      primaryShadow: 'none',
      colorError: DANGER,
      colorErrorHover: '#c92f37',
      colorErrorActive: '#b3262e',
      defaultShadow: 'none',
      dangerShadow: 'none',
    },
    DatePicker: { colorPrimary: colours.button },
    // The border of an unchecked box needs a contrast of three to one against every surface.
    Checkbox: { colorBorder: colours.third },
    Radio: { colorBorder: colours.third },
    Table: {
      headerBg: colours.soft,
      headerColor: colours.second,
      headerSplitColor: 'transparent',
      borderColor: colours.line,
      rowHoverBg: colours.hover,
      rowSelectedBg: colours.selected,
      rowSelectedHoverBg: colours.selected,
      cellPaddingBlockSM: 7,
      cellPaddingInlineSM: 10,
      headerBorderRadius: 0,
      headerSortActiveBg: colours.soft,
      headerSortHoverBg: colours.hover,
      bodySortBg: 'transparent',
      fixedHeaderSortActiveBg: colours.soft,
    },
    Form: { itemMarginBottom: 22, verticalLabelPadding: '0 0 4px', labelColor: colours.second },
    Menu: {
      itemHeight: 36,
      itemMarginBlock: 2,
      itemMarginInline: 8,
      itemBorderRadius: 5,
      subMenuItemBg: 'transparent',
      itemBg: 'transparent',
      itemColor: colours.text,
      itemSelectedColor: colours.link,
      subMenuItemSelectedColor: colours.link,
      itemSelectedBg: colours.selected,
      itemHoverBg: colours.hover,
      activeBarBorderWidth: 0,
      iconSize: 15,
    },
    Layout: { siderBg: colours.surface, headerBg: colours.surface, bodyBg: colours.page, headerHeight: 48, headerPadding: '0 16px' },
    Descriptions: { labelBg: colours.soft, itemPaddingBottom: 8, labelColor: colours.second },
    Drawer: { footerPaddingBlock: 10, footerPaddingInline: 20, paddingLG: 20 },
    Tooltip: { colorBgSpotlight: colorScheme === 'dark' ? '#313d4a' : '#27323e' },
    Tabs: { itemSelectedColor: colours.link, itemHoverColor: colours.link },
    Pagination: { colorPrimary: colours.link, colorPrimaryHover: colours.link, itemSize: 28, itemSizeSM: 26 },
  };
};
