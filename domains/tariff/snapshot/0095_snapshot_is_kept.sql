REVOKE UPDATE, DELETE ON tariff_snapshot FROM chargeops_app, chargeops_system;
