import { feature } from '#kit/resource/feature.ts';
import { captchaInputLabels, captchaRefusals } from './captcha.labels.ts';
import { captchaApi } from './captcha.ts';

export const captchaFeature = feature({ name: 'captcha', api: captchaApi, inputLabels: captchaInputLabels, refusals: captchaRefusals });
