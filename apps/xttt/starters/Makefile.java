# A jar that runs by itself: behind a first line that names its interpreter.
mybot: Main.java
	mkdir -p classes
	javac --release 17 -d classes Main.java
	jar --create --file mybot.jar --main-class Main -C classes .
	(echo '#!/usr/bin/java -jar'; cat mybot.jar) >$@
	chmod +x $@
