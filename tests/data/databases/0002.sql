BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE holders (
	table_id VARCHAR(16) NOT NULL, 
	seat VARCHAR(6) NOT NULL, 
	kind VARCHAR(6) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, seat, kind, hash), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "holders" VALUES('KmCJ9tM2rNFc','second','link','b0d7dc85542f174d804f65e470654a11059fe25f5b408f9475455d9984980627');
INSERT INTO "holders" VALUES('KmCJ9tM2rNFc','first','device','ANN');
INSERT INTO "holders" VALUES('AjHnlAc0bljl','second','link','8cba74b3e4602fbe0101bd4f65440eada7ad17a0fe486e28469a958c12a80c5d');
INSERT INTO "holders" VALUES('AjHnlAc0bljl','first','device','ANN');
INSERT INTO "holders" VALUES('zK8AU7ZK5qFB','first','device','ANN');
INSERT INTO "holders" VALUES('zK8AU7ZK5qFB','second','device','ANN');
INSERT INTO "holders" VALUES('1ReYytGDkbii','first','device','ANN');
INSERT INTO "holders" VALUES('1ReYytGDkbii','second','device','ANN');
INSERT INTO "holders" VALUES('IGLRYYn4pBXx','first','device','ANN');
CREATE TABLE presence (
	table_id VARCHAR(16) NOT NULL, 
	seat VARCHAR(6) NOT NULL, 
	process VARCHAR(16) NOT NULL, 
	here BOOLEAN NOT NULL, 
	seen_ms BIGINT NOT NULL, 
	PRIMARY KEY (table_id, seat, process), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "presence" VALUES('KmCJ9tM2rNFc','first','f50042187f223704',0,1794904916876);
INSERT INTO "presence" VALUES('AjHnlAc0bljl','first','f50042187f223704',0,1794904916949);
INSERT INTO "presence" VALUES('zK8AU7ZK5qFB','first','f50042187f223704',0,1794904917048);
INSERT INTO "presence" VALUES('zK8AU7ZK5qFB','second','f50042187f223704',0,1794904917048);
INSERT INTO "presence" VALUES('1ReYytGDkbii','first','f50042187f223704',0,1794904917160);
INSERT INTO "presence" VALUES('1ReYytGDkbii','second','f50042187f223704',0,1794904917160);
CREATE TABLE tables (
	id VARCHAR(16) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	definition TEXT, 
	settings TEXT NOT NULL, 
	start TEXT NOT NULL, 
	tags TEXT NOT NULL, 
	first_kind VARCHAR(8) NOT NULL, 
	second_kind VARCHAR(8) NOT NULL, 
	imported BOOLEAN NOT NULL, 
	made_ms BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	actions TEXT NOT NULL, 
	kept TEXT NOT NULL, 
	deadline_ms BIGINT, 
	thinking_ms BIGINT, first_level INTEGER, second_level INTEGER, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('KmCJ9tM2rNFc','daikuni',NULL,'{"entry":"free","sight":"pieces","tiles":32}','8/8/8/8/8/8/8/8 f','{}','me','link',0,1794904915718,1,'Ke3','{"clock":null,"agreed":null,"draw_offer":null,"take_back":null,"rematch_wanted":[],"rematch":null}',NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('AjHnlAc0bljl','rhodium',NULL,'{"setup":"secret"}','10/10/10/10/10/10/10/10/10/10 1 set - - 0 - -','{}','me','link',0,1794904915816,5,'R@g1 P@j2 P@i3 T@i2 T@a3','{"clock":null,"agreed":null,"draw_offer":null,"take_back":null,"rematch_wanted":[],"rematch":null}',NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('zK8AU7ZK5qFB','dzura',NULL,'{"capture":"common","rotation":"off","ordnance":0}','LP1pl/NP2pn/C1P1p1c/T1P2p1t/KBDP1pdbk/T1P2p1t/C1P1p1c/NP2pn/LP1pl 1 t -/- -','{}','me','me',0,1794904915995,6,'e3-c2 c7-d7 g3-f4 g5-f5 f4xf5 f8-f7','{"clock":{"main_ms":600000,"increment_ms":5000,"first_ms":609984,"second_ms":609986,"running":"first","since_ms":1794904917030},"agreed":null,"draw_offer":null,"take_back":null,"rematch_wanted":[],"rematch":null}',1794905527014,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('1ReYytGDkbii','daikuni',NULL,'{"entry":"free","sight":"pieces","tiles":32}','8/8/8/8/8/8/8/8 f','{}','me','me',0,1794904916372,5,'Kg6 Kd1 Sg2 Kd7','{"clock":null,"agreed":{"winner":"second","reason":"resignation"},"draw_offer":null,"take_back":null,"rematch_wanted":[],"rematch":null}',NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('IGLRYYn4pBXx','kyo',NULL,'{"start":"trench","extras":"none"}','dddh,ddlh,dllh,lllh,SSSk,dlSq,lllh,dllh,ddlh,dddh/4,SSt,SSt,4/10/p,p,p,p,2,p,p,p,p/10/10/P,P,P,P,2,P,P,P,P/10/4,SST,SST,4/DDDH,DDLH,DLLH,LLLH,SSSK,DLSQ,LLLH,DLLH,DDLH,DDDH first - 0','{}','me','computer',0,1794904916376,0,'','{"clock":null,"agreed":null,"draw_offer":null,"take_back":null,"rematch_wanted":[],"rematch":null}',NULL,NULL,NULL,1);
INSERT INTO "tables" VALUES('Mhe039IjJZ0g','daikuni',NULL,'{"entry":"free","sight":"pieces","tiles":32}','8/8/8/8/8/8/8/8 f','{}','me','me',1,1794904917245,0,'Kg6 Kd1 Sg2 Kd7','{"clock":null,"agreed":{"winner":"second","reason":"resignation"},"draw_offer":null,"take_back":null,"rematch_wanted":[],"rematch":null}',NULL,NULL,NULL,NULL);
CREATE INDEX tables_by_deadline ON tables (deadline_ms);
CREATE INDEX tables_by_thinking ON tables (thinking_ms);
CREATE INDEX presence_by_process ON presence (process);
CREATE INDEX presence_by_time ON presence (seen_ms);
COMMIT;
