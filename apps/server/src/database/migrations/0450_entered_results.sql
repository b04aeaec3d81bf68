-- When the result of a sample was last entered or changed, which result_at, the day on the paper of the laboratory, does
-- not tell. Null for results entered by a version before, which go by result_at.
alter table samples add column result_entered_at timestamptz;
