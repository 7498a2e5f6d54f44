-- Names of contracts have hyphens and dots, as OCPP's identifier strings do.
ALTER TABLE ic_card
  DROP CONSTRAINT ic_card_ic_card_no_check,
  ADD CONSTRAINT ic_card_ic_card_no_check CHECK (ic_card_no ~ '^[A-Z0-9*_=:+|@.-]{4,32}$');
