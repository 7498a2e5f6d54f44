import type { Words } from '#kit/fields/words.ts';

/** The texts of the guide to the open API. */
export const guideWords = {
  title: ['接口文档', '介面文件', 'Guide to the API'],
  description: [
    '合作方通过此接口查询站点、枪与价格，启停充电，查询订单，并通过推送接收充电与枪的变化。',
    '合作夥伴透過此介面查詢站點、槍與價格，啟停充電，查詢訂單，並透過推送接收充電與槍的變化。',
    'With this API a partner’s program reads stations, guns and prices, starts and stops charges, reads orders, and hears of changes by webhooks.',
  ],
  base: ['接口地址', '介面位址', 'Address'],
  authorization: ['授权与签名', '授權與簽章', 'Authorization'],
  header: ['请求头', '請求標頭', 'Header'],
  meaning: ['含义', '含義', 'Meaning'],
  bearer: ['Bearer 加访问令牌（accessToken）', 'Bearer 加存取權杖（accessToken）', 'Bearer and the access token (accessToken)'],
  authId: ['授权标识（authId）', '授權識別碼（authId）', 'The auth id (authId)'],
  timestamp: [
    'Unix 时间，秒；与服务器相差不得超过5分钟',
    'Unix 時間，秒；與伺服器相差不得超過5分鐘',
    'Unix seconds, at most five minutes off our clock',
  ],
  nonce: [
    '16至64位字母、数字、_ 或 -，每次请求不同；重复的请求会被拒绝',
    '16至64位字母、數字、_ 或 -，每次請求不同；重複的請求會被拒絕',
    '16 to 64 letters, digits, _ or -, new for each call; a repetition is refused',
  ],
  signature: [
    '以 signSecret 计算的 HMAC-SHA-256，小写十六进制。密钥为 whsec_ 之后的 base64；内容为以下五行：方法、路径与查询串（与发送的一致）、时间戳、随机串、正文的 SHA-256（小写十六进制）',
    '以 signSecret 計算的 HMAC-SHA-256，小寫十六進位。金鑰為 whsec_ 之後的 base64；內容為以下五行：方法、路徑與查詢字串（與傳送的一致）、時間戳記、隨機字串、內文的 SHA-256（小寫十六進位）',
    'HMAC-SHA-256 in lower-case hex with signSecret, whose key is the base64 after whsec_, over five lines: method, path with query as sent, timestamp, nonce, SHA-256 of the body in lower-case hex',
  ],
  encryption: ['加密', '加密', 'Encryption'],
  encryptionText: [
    '授权方式为“签名并加密”的账号，正文与成功应答均为 {"encData": "…"}：以 secretKey 进行 AES-256-GCM 加密，密文后接16字节标签，base64 编码。初始向量取 HMAC-SHA-256（密钥 ivKey，内容为方向、时间戳、随机串三行）的前12字节；方向为 request、response 或 webhook。签名针对加密后的正文。错误应答不加密。',
    '授權方式為「簽章並加密」的帳號，內文與成功回應均為 {"encData": "…"}：以 secretKey 進行 AES-256-GCM 加密，密文後接16位元組標籤，base64 編碼。初始向量取 HMAC-SHA-256（金鑰 ivKey，內容為方向、時間戳記、隨機字串三行）的前12位元組；方向為 request、response 或 webhook。簽章針對加密後的內文。錯誤回應不加密。',
    'For an account that is signed and encrypted, bodies and answers are {"encData": "…"}: AES-256-GCM with secretKey, the text followed by its tag of 16 bytes, base64. The initialisation vector is the first 12 bytes of HMAC-SHA-256 with ivKey over three lines: direction, timestamp, nonce; the direction is request, response or webhook. The encrypted body is what is signed. Problems are not encrypted.',
  ],
  calls: ['接口', '介面', 'Calls'],
  call: ['接口', '介面', 'Call'],
  right: ['权限', '權限', 'Right'],
  input: ['参数', '參數', 'Input'],
  units: [
    '金额以最小货币单位的整数表示，价格以货币单位的十万分之一表示，电量以 Wh 表示，时间为 UTC 的 ISO 8601。',
    '金額以最小貨幣單位的整數表示，價格以貨幣單位的十萬分之一表示，電量以 Wh 表示，時間為 UTC 的 ISO 8601。',
    'Amounts are whole minor units, prices are 0.00001 of the currency unit, energy is in Wh, and instants are ISO 8601 in UTC.',
  ],
  strategies: [
    '充电策略：1 充满为止，2 按金额，3 按电量（kWh），4 按SOC（%），5 按时长（分钟）。费用由接入配置的付款客户支付，启动时冻结，结算时扣除。',
    '充電策略：1 充滿為止，2 按金額，3 按電量（kWh），4 按SOC（%），5 按時長（分鐘）。費用由接入設定的付款客戶支付，啟動時凍結，結算時扣除。',
    'Strategies: 1 until full, 2 by amount, 3 by kWh, 4 by state of charge in percent, 5 by minutes. The customer of the account pays: money is held at the start and taken at the settlement.',
  ],
  webhooks: ['推送', '推送', 'Webhooks'],
  webhooksText: [
    '推送按 Standard Webhooks 签名：webhook-signature 为以 signSecret 对“消息编号.时间戳.正文”计算的 HMAC-SHA-256。正文为 {id, type, time, data}；type 为 charge.changed、gun.changed 或 test。请以 2xx 应答；未应答的消息在三天内重试，之后可由运营商手工重推。同一消息可能收到多次，以 webhook-id 区分。',
    '推送按 Standard Webhooks 簽章：webhook-signature 為以 signSecret 對「訊息編號.時間戳記.內文」計算的 HMAC-SHA-256。內文為 {id, type, time, data}；type 為 charge.changed、gun.changed 或 test。請以 2xx 回應；未回應的訊息在三天內重試，之後可由營運商手動重推。同一訊息可能收到多次，以 webhook-id 區分。',
    'Messages are signed as Standard Webhooks says: webhook-signature is the HMAC-SHA-256 with signSecret over “id.timestamp.body”. The body is {id, type, time, data}; the type is charge.changed, gun.changed or test. Answer with 2xx. Messages without such an answer are tried for three days, and after that the operator can send them again. The same message may come twice; webhook-id tells.',
  ],
  examples: ['示例', '範例', 'Examples'],
  examplesText: [
    '需要 Node.js 20 或更高版本，无需安装依赖。将三个文件放入同一目录，把密钥以 JSON 写入环境变量 PARTNER_KEYS，然后运行 node charge.mjs。',
    '需要 Node.js 20 或更高版本，無需安裝相依套件。將三個檔案放入同一目錄，把金鑰以 JSON 寫入環境變數 PARTNER_KEYS，然後執行 node charge.mjs。',
    'Node.js 20 or newer and no packages. Put the three files into one folder and the keys as JSON into the variable PARTNER_KEYS, then run node charge.mjs.',
  ],
  problems: ['错误代码', '錯誤代碼', 'Problems'],
  problemsText: [
    '失败的请求以 application/problem+json 应答，其中 code 固定不变，title 按 Accept-Language 给出。',
    '失敗的請求以 application/problem+json 回應，其中 code 固定不變，title 按 Accept-Language 給出。',
    'A refused call is answered as application/problem+json; its code is stable, and its title is in the language of Accept-Language.',
  ],
  code: ['代码', '代碼', 'Code'],
} as const satisfies Readonly<Record<string, Words>>;
