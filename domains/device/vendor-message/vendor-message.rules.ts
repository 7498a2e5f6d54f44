/** Whether a vendor is among the named ones, which are separated by commas. Vendor ids are names of domains, so case does not matter. */
export const isKnownVendor = (vendorId: string, knownVendors: string | null): boolean =>
  (knownVendors ?? '')
    .split(/[,，\n]/)
    .map((name) => name.trim().toLowerCase())
    .some((name) => name !== '' && name === vendorId.trim().toLowerCase());
