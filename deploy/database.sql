-- Run once by the image of PostgreSQL, as its superuser, when it makes the volume.
\getenv password DATABASE_PASSWORD
create role chisholm login password :'password';
create database chisholm owner chisholm;
