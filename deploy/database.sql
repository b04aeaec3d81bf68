-- The PostgreSQL image runs this once, as its superuser, when it creates the volume.
\getenv password DATABASE_PASSWORD
create role chisholm login password :'password';
create database chisholm owner chisholm;
