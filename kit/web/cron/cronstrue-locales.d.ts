/** Each adds its words to the library when it is loaded; the package has no types for them. */
declare module 'cronstrue/locales/zh_CN';
declare module 'cronstrue/locales/zh_TW';
