-- Which earlier change this one went back to.
ALTER TABLE sys_config_log ADD COLUMN restores bigint;
