import { minorDigits } from '#engines/money/currency.ts';
import { settingOf } from '#domains/system/server.ts';
import type { Setting } from '#kit/resource/setting.ts';
import type { Context } from '#kit/server/context/context.ts';

/** What one person may decide about alone, in minor units; the setting is in whole units of the currency. */
export const aloneMaxCents = async (
  ctx: Context,
  setting: Setting<number>,
  { currency, tenantId }: { readonly currency: string; readonly tenantId: string },
): Promise<bigint> => BigInt(await settingOf(ctx, setting, tenantId)) * 10n ** BigInt(minorDigits(currency) ?? 2);
