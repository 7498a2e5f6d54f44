import type { Words } from '#kit/fields/words.ts';
import { useSay } from '#kit/web/language.ts';

/** The privacy text of the program, in sections. */
export const ProgramPrivacy = () => {
  const say = useSay();
  return (
    <article>
      {privacy.map(({ title, text }) => (
        <section key={title[2]}>
          <h3>{say(title)}</h3>
          <p>{say(text)}</p>
        </section>
      ))}
    </article>
  );
};

/** How this system processes personal data. It describes the program; the operator is responsible for everything else. */
const privacy: readonly { readonly title: Words; readonly text: Words }[] = [
  {
    title: ['收集哪些信息', '收集哪些資訊', 'What is kept'],
    text: [
      '账号、姓名、手机号、邮箱和头像，由您或管理员填写；每次登录的时间、网络地址和浏览器类型；您在系统中的操作记录。',
      '帳號、姓名、手機號碼、電子郵件和頭像，由您或管理員填寫；每次登入的時間、網路位址和瀏覽器類型；您在系統中的操作記錄。',
      'Account, name, phone, e-mail and picture as you or an administrator gave them; time, network address and browser of each sign-in; and a record of what you do in the system.',
    ],
  },
  {
    title: ['用途', '用途', 'What for'],
    text: [
      '用于登录、按租户和站点控制可见范围、发送验证码与通知，以及查明是谁做了什么。不用于广告，不向第三方出售。',
      '用於登入、按租戶和站點控制可見範圍、發送驗證碼與通知，以及查明是誰做了什麼。不用於廣告，不向第三方出售。',
      'To let you in, to limit what you see to your tenant and stations, to send codes and notices, and to tell who did what. Not for advertising; it is sold to nobody.',
    ],
  },
  {
    title: ['如何保护', '如何保護', 'How it is protected'],
    text: [
      '密码只以 Argon2 散列保存，登录凭证只以散列保存；密钥和卡密码加密保存；各租户的数据在数据库中彼此隔离。',
      '密碼只以 Argon2 雜湊保存，登入憑證只以雜湊保存；密鑰和卡密碼加密保存；各租戶的資料在資料庫中彼此隔離。',
      'Passwords are kept as Argon2 hashes and sign-in tokens as digests; keys and card passwords are encrypted; the data of tenants are kept apart in the database itself.',
    ],
  },
  {
    title: ['浏览器中保存什么', '瀏覽器中保存什麼', 'What stays in your browser'],
    text: [
      '登录凭证、您的账号名和界面设置。没有跟踪用 Cookie，页面不向其他网站请求任何内容。',
      '登入憑證、您的帳號名和介面設定。沒有追蹤用 Cookie，頁面不向其他網站請求任何內容。',
      'The sign-in token, your account name and your settings. There are no tracking cookies, and pages ask nothing of other sites.',
    ],
  },
  {
    title: ['您的权利', '您的權利', 'Your rights'],
    text: [
      '您可以查看和更正个人信息；如需导出或删除，请联系您所在组织的管理员，由运营本系统的组织答复。',
      '您可以查看和更正個人資訊；如需匯出或刪除，請聯絡您所在組織的管理員，由營運本系統的組織答覆。',
      'You can see and correct your details. To have them exported or deleted, ask your administrator: the organisation that runs this system answers.',
    ],
  },
];
