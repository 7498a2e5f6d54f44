-- Which monthly statement went to whom, and what became of each mail. The state of a mail is copied from sys_message, which tenants do not see.
CREATE TABLE statement_mail (
  message_id bigint PRIMARY KEY,
  tenant_id bigint NOT NULL,
  agent_id bigint,
  cust_id bigint NOT NULL,
  statement_id bigint NOT NULL REFERENCES customer_statement,
  statement_month text NOT NULL,
  receiver text NOT NULL,
  -- 0 waits, 1 sent, 2 failed so far, 3 expired, 4 withheld.
  mail_state smallint NOT NULL DEFAULT 0 CHECK (mail_state BETWEEN 0 AND 4),
  mail_time timestamptz,
  mail_failure text,
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agent (tenant_id, agent_id),
  FOREIGN KEY (tenant_id, cust_id) REFERENCES customer (tenant_id, cust_id)
);
-- create_by is who asked for the mail, create_time when it was written.
CALL kit_audit_columns('statement_mail');
CALL kit_tenant_table('statement_mail', by_agent => true);
REVOKE UPDATE, DELETE ON statement_mail FROM chargeops_app;
CREATE INDEX statement_mail_open ON statement_mail (message_id) WHERE mail_state IN (0, 2);
CREATE INDEX statement_mail_of ON statement_mail (statement_id, create_time DESC, message_id DESC);
CREATE INDEX statement_mail_list ON statement_mail (tenant_id, create_time DESC, message_id DESC);
CREATE INDEX statement_mail_all ON statement_mail (create_time DESC, message_id DESC);
CREATE INDEX statement_mail_agent ON statement_mail (agent_id, create_time DESC, message_id DESC);
CREATE INDEX statement_mail_customer ON statement_mail (cust_id, create_time DESC, message_id DESC);

INSERT INTO statement_mail (message_id, tenant_id, agent_id, cust_id, statement_id, statement_month, receiver, mail_state, mail_time, mail_failure, create_by, create_time)
SELECT m.message_id, m.tenant_id, s.agent_id, s.cust_id, s.statement_id, s.statement_month, m.receiver, coalesce(q.state, 0), q.sent_time, q.failure, m.asked_by, m.asked_time
FROM customer_statement_mail m JOIN customer_statement s ON s.statement_id = m.statement_id LEFT JOIN sys_message q ON q.message_id = m.message_id;
DROP TABLE customer_statement_mail;
